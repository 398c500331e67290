import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'
import { JSON_DEPTH_MAX } from './limits.ts'

/** Counted on the text, because a deep document overflows the stack of whatever walks it later. */
function tooDeep(text: string): boolean {
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

/** JSON only, bounded in depth; `__proto__` and `constructor.prototype` are refused by fastify's own parser. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (tooDeep(text)) return done(refuse('body_too_deep'))
    return parse(request, text, done)
  })
}
