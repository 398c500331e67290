import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../shared/log.ts'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import { frame } from '../http/error-replies.ts'
import { staticBytes } from '../http/etag.ts'

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const

/** The files that pages load; each is read once at the start. */
const FILES = [
  'pages.css',
  'page.js',
  'renew.js',
  'live.js',
  'dom.js',
  'session.js',
  'charts.js',
  'signal.js',
  'smile.js',
  'trading.js',
  'order.js',
  'ops.js',
  'clock.js',
  'grades.js',
  'icon.svg',
  'preview.png',
] as const

/** The chart library as a module, made of the file that its package has for the smallest pages. */
const CHART_LIBRARY = 'uplot/dist/'

/**
 * A browser requests it again after a minute, so that a new version of the service also changes the style of its pages.
 */

const chartLibrary = (file: string): Buffer => readFileSync(new URL(import.meta.resolve(`${CHART_LIBRARY}${file}`)))

export function registerAssets(app: FastifyInstance, log: Log): void {
  const serve = (url: string, bytes: Buffer): void => {
    const type = url === '/favicon.ico' ? TYPES.svg : TYPES[url.slice(url.lastIndexOf('.') + 1) as keyof typeof TYPES]
    app.route({
      method: 'GET',
      url,
      config: { class: 'public', page: true },
      onRequest: (request, reply, done) => {
        if (frame(log, request, reply)) done()
      },
      handler: staticBytes(bytes, type, CACHE_CONTROL.version),
    })
  }
  const ours = (file: (typeof FILES)[number]) => readFileSync(new URL(`./assets/${file}`, import.meta.url))
  for (const file of FILES) serve(`/assets/${file}`, ours(file))
  serve('/assets/uplot.js', Buffer.concat([chartLibrary('uPlot.iife.min.js'), Buffer.from('\nexport default uPlot\n')]))
  serve('/assets/uplot.css', chartLibrary('uPlot.min.css'))
  serve('/favicon.ico', ours('icon.svg'))
}
