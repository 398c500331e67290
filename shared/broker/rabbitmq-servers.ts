import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { AppError, errorMessage } from '../errors.ts'

/** The certificates of an `amqps` connection, as PEM text. */
export interface AmqpTls {
  /** The authority that signed the brokers' certificates; absent: those that Node trusts. */
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
}

/** The nodes of one broker, of which any will do. */
export interface RabbitServers {
  urls: readonly string[]
  tls: AmqpTls
}

/** Takes whole URLs separated by commas. */
export const rabbitServers = (urls: string, tls: AmqpTls = {}): RabbitServers => ({
  urls: urls.split(',').map((url) => url.trim()),
  tls,
})

export const hostOf = (url: string): string => new URL(url).host

type TlsConfig = Pick<Config, 'AMQP_CA_FILE' | 'AMQP_CERT_FILE' | 'AMQP_KEY_FILE'>

/** Reads the files that the configuration names. */
export function amqpTls({ AMQP_CA_FILE: ca, AMQP_CERT_FILE: cert, AMQP_KEY_FILE: key }: TlsConfig): AmqpTls {
  if ((cert === undefined) !== (key === undefined))
    throw new AppError('invalid', `${cert ? 'AMQP_KEY_FILE' : 'AMQP_CERT_FILE'}: required together with the other one`)
  return {
    ...(ca ? { ca: pem('AMQP_CA_FILE', ca) } : {}),
    ...(cert && key ? { cert: pem('AMQP_CERT_FILE', cert), key: pem('AMQP_KEY_FILE', key) } : {}),
  }
}

function pem(name: string, path: string): Buffer {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw new AppError('invalid', `${name}: the file cannot be read (${errorMessage(cause)})`, { cause })
  }
  if (!bytes.includes('-----BEGIN ')) throw new AppError('invalid', `${name}: the file contains no PEM text`)
  return bytes
}

/**
 * An error in one line: OpenSSL puts the names of its own files around its reason, and amqplib leaves out why the
 * broker closed a connection for a virtual host.
 */
export const failureOf = (error: unknown): string =>
  errorMessage(error)
    .replace(/^\w+:error:\w+:SSL routines:[^:]*:([^:]+):.*$/s, 'TLS: $1')
    .replace(
      /^Expected ConnectionOpenOk; got <ConnectionClose.*$/,
      'the virtual host does not exist, or this user may not enter it',
    )

interface Remedy {
  pattern: RegExp
  words: string
  /** Waiting does not help: the same broker would answer the same. */
  lasts: boolean
}

/** The remedies for an unusable broker, as far as its own message shows them. */
const REMEDIES: readonly Remedy[] = [
  { pattern: /too old/, words: 'upgrade it', lasts: true },
  {
    pattern: /ACCESS.REFUSED|NOT_ALLOWED|\b403\b|virtual host does not exist/i,
    words: 'give a user with configure, write and read rights on this virtual host',
    lasts: true,
  },
  {
    pattern: /exceeds maxFrameSize/,
    words: 'give the address of a RabbitMQ server that speaks AMQP 0-9-1',
    lasts: true,
  },
  {
    pattern: /alert|EPROTO|wrong version/i,
    words: 'amqps needs the TLS port and, where the broker asks, AMQP_CERT_FILE',
    lasts: true,
  },
  {
    pattern: /certificate|self.signed|CERT_|altname/i,
    words: 'give the authority that signed its certificate in AMQP_CA_FILE',
    lasts: true,
  },
  { pattern: /handshake/i, words: 'start one that listens here, with TLS only for amqps', lasts: false },
]

const remedyOf = (words: string | undefined): Remedy | undefined =>
  words === undefined ? undefined : REMEDIES.find(({ pattern }) => pattern.test(words))

/** Why a reachable broker refuses, with the remedy; null if it does not answer, or if waiting may help. */
export function refusalOf(error: unknown): string | null {
  const why = failureOf(error)
  const remedy = remedyOf(why)
  return remedy?.lasts ? `${why}; ${remedy.words}` : null
}

/** Whether each broker has refused for a reason that lasts. */
export const isRefused = ({ urls }: RabbitServers, failures: ReadonlyMap<string, string>): boolean =>
  urls.every((url) => remedyOf(failures.get(url))?.lasts === true)

/** One sentence about brokers of which none can be used: it names the variable, each host, and the remedy. */
export function explainRabbit({ urls }: RabbitServers, failures: ReadonlyMap<string, string>): string {
  const words = urls.map((url) => `${hostOf(url)}: ${failures.get(url) ?? 'no answer yet'}`)
  const remedy = urls.flatMap((url) => remedyOf(failures.get(url)) ?? [])[0]?.words
  const none = urls.length === 1 ? 'the broker cannot be used' : `none of the ${urls.length} brokers can be used`
  return `AMQP_URL: ${none} (${words.join('; ')}); ${remedy ?? 'start one or correct the address'}`
}
