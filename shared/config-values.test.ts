import { describe, expect, it } from 'vitest'
import { amqpUrls, integer, port, providers, proxies, rates, secret } from './config-values.ts'
import { DEFAULT_RATES } from './domain/rate-class.ts'

/** The value that a text represents, or the sentences that refuse it. */
const read = (setting: { safeParse(text: string): { data?: unknown; error?: { issues: { message: string }[] } } }) => {
  return (text: string) => {
    const { data, error } = setting.safeParse(text)
    return error ? { refused: error.issues.map(({ message }) => message) } : data
  }
}

describe('values of settings', () => {
  it.each([
    ['1', { refused: ['must be at least 2'] }],
    ['2', 2],
    ['20', 20],
    ['21', { refused: ['must be at most 20'] }],
    ['0x5', { refused: ['must be a whole number from 2 to 20'] }],
    ['1e1', { refused: ['must be a whole number from 2 to 20'] }],
    ['', { refused: ['must be a whole number from 2 to 20'] }],
    [' 5', { refused: ['must be a whole number from 2 to 20'] }],
  ])('a whole number of digits alone: %j', (text, expected) => expect(read(integer(2, 20))(text)).toEqual(expected))

  it('a port is 0 to 65,535', () => {
    expect(['0', '65535'].map(read(port))).toEqual([0, 65_535])
    expect(read(port)('65536')).toEqual({ refused: ['must be at most 65535'] })
  })

  it('a secret has sixteen characters or more', () => {
    expect(read(secret)('a'.repeat(16))).toBe('a'.repeat(16))
    expect(read(secret)('a'.repeat(15))).toEqual({ refused: ['must have at least 16 characters'] })
  })

  it('providers are known ones, in the order given and once each', () => {
    expect(read(providers)('cboe, schwab,cboe')).toEqual(['cboe', 'schwab'])
    const refused = { refused: ['must be a list of schwab, alpaca, cboe'] }
    expect([read(providers)('cboe,other'), read(providers)('')]).toEqual([refused, refused])
  })

  it.each([
    ['amqp://rabbit', 'amqp://rabbit'],
    ['amqps://a:b@one/v, amqps://two/v,,amqps://two/v', 'amqps://a:b@one/v,amqps://two/v'],
    ['', { refused: ['must be one or more whole URLs, amqp:// or amqps://, separated by commas'] }],
    ['amqp://one,two', { refused: [expect.stringContaining('whole URLs'), 'must be all amqp:// or all amqps://'] }],
    ['http://rabbit', { refused: [expect.stringContaining('whole URLs')] }],
    ['amqp://', { refused: [expect.stringContaining('whole URLs')] }],
    ['amqp://one,amqps://two', { refused: ['must be all amqp:// or all amqps://'] }],
  ])('servers of RabbitMQ are whole URLs of one kind: %j', (text, expected) =>
    expect(read(amqpUrls)(text)).toEqual(expected),
  )

  it('limits of requests change the classes that are named', () => {
    expect(read(rates)('')).toEqual(DEFAULT_RATES)
    expect(read(rates)('public=7, order=999999999')).toEqual({ ...DEFAULT_RATES, public: 7, order: 999_999_999 })
    const unknown = expect.stringContaining('unknown class of requests; choose from ')
    expect(read(rates)('Public=7')).toEqual({ refused: [unknown] })
    const count = { refused: ['public: must be a whole number of requests a minute'] }
    for (const text of ['public', 'public=', 'public=0', 'public=1.5', 'public=1234567890'])
      expect([text, read(rates)(text)]).toEqual([text, count])
  })

  it.each([
    ['', true],
    ['10.0.0.1', true],
    ['10.0.0.0/8, 127.0.0.1/32, 0.0.0.0/0', true],
    ['2001:db8::/128', true],
    ['10.0.0.0/33', false],
    ['2001:db8::/129', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/-1', false],
    ['10.0.0', false],
    ['proxy.example', false],
  ])('proxies are addresses or networks: %j is %s', (text, isGiven) => {
    const given = text.split(',').flatMap((address) => address.trim() || [])
    const refused = { refused: ['must be IP addresses or networks such as 10.0.0.0/8, separated by commas'] }
    expect(read(proxies)(text)).toEqual(isGiven ? given : refused)
  })
})
