import { describe, expect, it } from 'vitest'
import { refuseTarget } from './target-address.ts'

const CLOSED = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '192.88.99.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[fc00::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[100::1]',
  '[5f00::1]',
  '[::ffff:a9fe:a9fe]',
  'localhost',
  'localhost.',
  'foo.localhost',
  'metadata.google.internal',
  'printer.local',
  '１２７.0.0.1',
  '0x7f000001',
  '017700000001',
  '127.0.0.1.',
  '169.254.169.254.',
  '[::127.0.0.1]',
  '[::a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '168.63.129.16',
  '100.100.100.200',
  'localhost..',
  'metadata.google.internal.',
  'nas.home.arpa',
]

describe('the target of a webhook', () => {
  it.each(CLOSED)('may not be %s', (host) => {
    expect(refuseTarget(`https://${host}/hook`, { allowLocal: false })).toMatch(/^must not/)
  })
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    '//example.com',
    'nonsense',
    'https://user@example.com/',
    'https://a:b@example.com/',
    'https://example.com:22/',
    'https://example.com/#x',
  ])('may not be %s', (url) => {
    expect(refuseTarget(url, { allowLocal: false })).toMatch(/^must/)
  })
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
  ])('may be %s', (url) => {
    expect(refuseTarget(url, { allowLocal: false })).toBeNull()
  })
  it('may be any http address in development', () => {
    expect(refuseTarget('http://127.0.0.1:9999/', { allowLocal: true })).toBeNull()
    expect(refuseTarget('file:///etc/passwd', { allowLocal: true })).not.toBeNull()
  })
})
