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
  if (!bytes.includes('-----BEGIN ')) throw new AppError('invalid', `${name}: the file holds no PEM text`)
  return bytes
}

/** What to do about a broker that cannot be used, as far as its own words tell. */
const REMEDIES: readonly [RegExp, string][] = [
  [/too old/, 'upgrade it'],
  [/ACCESS.REFUSED|NOT_ALLOWED|\b403\b/i, 'give a user with configure, write and read rights on this virtual host'],
  [/certificate|self.signed|CERT_|altname/i, 'give the authority that signed its certificate in AMQP_CA_FILE'],
  [/handshake|alert|EPROTO|wrong version/i, 'amqps needs the TLS port and, where the broker asks, AMQP_CERT_FILE'],
]

/** One sentence about brokers of which none can be used: it names the variable, each host, and the way out. */
export function explainRabbit({ urls }: RabbitServers, failures: ReadonlyMap<string, string>): string {
  const words = urls.map((url) => `${hostOf(url)}: ${failures.get(url) ?? 'no answer yet'}`)
  const remedy = REMEDIES.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1]
  const none = urls.length === 1 ? 'the broker cannot be used' : `none of the ${urls.length} brokers can be used`
  return `AMQP_URL: ${none} (${words.join('; ')}); ${remedy ?? 'start one or correct the address'}`
}
