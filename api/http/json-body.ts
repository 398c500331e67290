import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'
import { JSON_DEPTH_MAX } from './limits.ts'

/** Counts the depth on the text, because walking a deep document later would overflow the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (quoted) {
      if (character === 92) at++
      else if (character === 34) quoted = false
    } else if (character === 34) quoted = true
    else if (character === 123 || character === 91) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (character === 125 || character === 93) depth--
  }
  return false
}

/** JSON only, bounded in depth; fastify's own parser refuses `__proto__` and `constructor.prototype`. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isTooDeep(text)) return done(refuse('body_too_deep'))
    return parse(request, text, done)
  })
}
