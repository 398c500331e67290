import type { PeerCertificate } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { atHost, bySocket, databaseAddress, databaseUrlMistake, identityCheck } from './database-url.ts'

describe('the address of a database', () => {
  test.each([
    ['postgres://u:p@a:1/db', ['a:1']],
    ['postgres://u:p@a:1,b:2/db', ['a:1', 'b:2']],
    ['postgresql://a,b.example,[::1]:7/db?application_name=x', ['a:5432', 'b.example:5432', '[::1]:7']],
  ])('%s has the servers %j', (url, hosts) => {
    expect(databaseUrlMistake(url)).toBeNull()
    expect(databaseAddress(url).hosts).toEqual(hosts)
  })

  test('keeps every host in the URL for the driver, and takes the files of certificates out', () => {
    const { url, tls } = databaseAddress('postgres://u:p@a:1,b:2/db?sslmode=verify-full&sslrootcert=/dev/null')
    expect(url).toBe('postgres://u:p@a:1,b:2/db?sslmode=verify-full')
    expect(tls).toEqual({ ca: Buffer.alloc(0) })
  })

  test('takes the folder of a socket out of the URL, and leaves a host that is none', () => {
    const { url, hosts, socketFolder } = databaseAddress('postgres://u:p@a:7/db?x=1&host=%2Fdata%20folder%2Fsocket')
    expect([url, hosts, socketFolder]).toEqual(['postgres://u:p@a:7/db?x=1', ['a:7'], '/data folder/socket'])
    expect(databaseAddress('postgres://a/db?host=b').socketFolder).toBeNull()
  })

  test('by a socket keeps everything else', () => {
    const address = 'postgres://u:p@a:7/db?x=1'
    expect(databaseAddress(bySocket(address, '/a folder'))).toMatchObject({ url: address, socketFolder: '/a folder' })
    expect(bySocket(address, null)).toBe(address)
  })

  test('asks for a verified certificate also where no file is named', () => {
    expect(databaseAddress('postgres://a/db?sslmode=verify-full').tls).toEqual({})
    expect(databaseAddress('postgres://a/db?sslmode=require').tls).toBeNull()
  })

  test.each([
    ['DNS:b', true],
    ['IP Address:10.0.0.1', true],
    ['DNS:localhost', false],
  ])('a certificate for %s is one of the servers: %s', (subjectaltname, isOurs) => {
    const certificate = { subject: { CN: 'x' }, subjectaltname } as unknown as PeerCertificate
    const mistake = identityCheck(['10.0.0.1:5432', 'b:2'])('localhost', certificate)
    expect(mistake === undefined).toBe(isOurs)
  })

  test('of one server of several keeps user and database', () => {
    expect(atHost('postgres://u:p@a:1,b:2/db?x=1', 'b:2')).toBe('postgres://u:p@b:2/db?x=1')
  })

  test.each(['mysql://a/db', 'postgres://a:port/db', 'a:5432', 'postgres://a:1,,b:2/db'])('%s is none', (url) => {
    expect(databaseUrlMistake(url)).toMatch(/several hosts/)
  })

  test('names the parameter whose file is missing', () => {
    expect(() => databaseAddress('postgres://a/db?sslrootcert=/nowhere/ca.pem')).toThrow(/DATABASE_URL: sslrootcert/)
  })
})
