import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export const HUGE_BYTES = 50_000_000
const DRIP_EVERY_MS = 1_000
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200)])
const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>\n'
const bomb = gzipSync(Buffer.alloc(HUGE_BYTES, 0x20))

export interface Answer {
  body: Buffer
  type: string
}
type Send = (response: ServerResponse, good: Answer, elsewhere: string) => void

const plain = (response: ServerResponse, { body, type }: Answer): void => {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
}

/**
 * The ways in which a vendor, or an attacker in its place, answers a request. Faults that begin well start with the
 * good body.
 */
const TRANSPORT = {
  good: plain,
  'good and packed': (response, { body, type }) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body))
  },
  '50 MB': (response, { body, type }) => {
    response.writeHead(200, { 'content-type': type })
    const filling = Buffer.alloc(1_000_000, 0x20)
    response.write(body.subarray(0, 100))
    let left = HUGE_BYTES / filling.length
    const more = (): void => {
      while (left-- > 0) if (!response.write(filling)) return void response.once('drain', more)
      response.end()
    }
    more()
  },
  'gzip bomb': (response, { type }) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb)
  },
  'an encoding that was not requested': (response, { body, type }) => {
    // The best packing of a large body takes longer than a request may.
    const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(packed)
  },
  'HTML page': (response) => plain(response, { body: Buffer.from(PAGE), type: 'text/html; charset=utf-8' }),
  'HTML under a good label': (response, { type }) => plain(response, { body: Buffer.from(PAGE), type }),
  'cut connection': (response, { body, type }) => {
    response.writeHead(200, { 'content-type': type, 'content-length': body.length })
    response.write(body.subarray(0, Math.floor(body.length * 0.6)), () => response.destroy())
  },
  drip: (response, { body, type }) => {
    response.writeHead(200, { 'content-type': type, 'content-length': body.length })
    let at = 0
    const timer = setInterval(() => response.write(body.subarray(at, ++at)), DRIP_EVERY_MS)
    response.once('close', () => clearInterval(timer))
  },
  'redirect to a private host': (response, _good, elsewhere) => {
    response.writeHead(302, { location: elsewhere }).end()
  },
  'a picture': (response) => plain(response, { body: PNG, type: 'image/png' }),
  'a picture under a good label': (response, { type }) => plain(response, { body: PNG, type }),
  nothing: (response, { type }) => plain(response, { body: Buffer.alloc(0), type }),
} satisfies Record<string, Send>
export type TransportFault = keyof typeof TRANSPORT

export interface HostileVendor {
  /** Returns the base URL at which these bytes are served with this fault. */
  serve(fault: TransportFault, answer: Answer): string
  /** The most bytes that any answer sent. */
  bytesMax(): number
  /** Requests that followed a redirect. */
  followed(): number
  close(): Promise<void>
}

/** Listens on loopback; every base URL has its own answer, so that tests can request many at once. */
export async function hostileVendor(): Promise<HostileVendor> {
  const served: { fault: TransportFault; answer: Answer }[] = []
  let followed = 0
  let bytesMax = 0
  const server = createServer((request, response) => {
    const number = /^\/(\d+)\//.exec(request.url ?? '')?.[1]
    const chosen = number === undefined ? undefined : served[Number(number)]
    if (!chosen) {
      followed++
      return void response.writeHead(200).end('{}')
    }
    const { socket } = response
    const before = socket?.bytesWritten ?? 0
    response.once('close', () => {
      bytesMax = Math.max(bytesMax, (socket?.bytesWritten ?? 0) - before)
    })
    const send: Send = TRANSPORT[chosen.fault]
    send(response, chosen.answer, `${url()}/private`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    serve: (fault, answer) => `${url()}/${served.push({ fault, answer }) - 1}`,
    bytesMax: () => bytesMax,
    followed: () => followed,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
