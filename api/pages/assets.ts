import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../shared/log.ts'
import { frame } from '../http/error-replies.ts'
import { staticBytes } from '../http/etag.ts'

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const

/** The files that pages load; each is read once at the start. */
const FILES = ['pages.css', 'page.js', 'icon.svg', 'preview.png'] as const

/** A browser asks again after a minute, so that a new version of the service changes the look of its pages too. */
const CACHE_CONTROL = 'public, max-age=60'

export function registerAssets(app: FastifyInstance, log: Log): void {
  const serve = (url: string, file: (typeof FILES)[number]): void => {
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1) as keyof typeof TYPES]
    app.route({
      method: 'GET',
      url,
      config: { class: 'public', page: true },
      onRequest: (request, reply, done) => {
        if (frame(log, request, reply)) done()
      },
      handler: staticBytes(readFileSync(new URL(`./assets/${file}`, import.meta.url)), type, CACHE_CONTROL),
    })
  }
  for (const file of FILES) serve(`/assets/${file}`, file)
  serve('/favicon.ico', 'icon.svg')
}
