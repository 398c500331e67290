import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { refuseLabel, refuseUnexpected } from './refuse-unexpected.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const invalid = expect.objectContaining({ kind: 'invalid' })
const zip = zipSync({ 'daily.csv': strToU8('observation_date,DGS10\n') })

describe('the first look at a response', () => {
  it.each([
    ['csv', 'DATE,OPEN,HIGH\n1,2,3\n'],
    ['csv', '\uFEFFdate,price,dix,gex\r\n'],
    ['json', '  {"timestamp": "2026"}'],
    ['json', '[{"a":1},{"a":2}]'],
    ['text', 'Date|Symbol|ShortVolume\n0\n'],
    ['csv_or_zip', 'observation_date,DGS10\n'],
  ] as const)('%s accepts its own form (%s)', (accept, text) => {
    expect(() => refuseUnexpected(bytes(text), accept)).not.toThrow()
  })

  it.each(['csv', 'json', 'text', 'csv_or_zip'] as const)('%s refuses HTML with status 200', (accept) => {
    for (const page of ['<!DOCTYPE html><html>', '\uFEFF\n  <html><body>Sorry', '<?xml version="1.0"?>']) {
      expect(() => refuseUnexpected(bytes(page), accept)).toThrow(invalid)
    }
  })

  it('an empty or tiny response, binary content and another format than promised are refused', () => {
    expect(() => refuseUnexpected(bytes(''), 'csv')).toThrow(invalid)
    expect(() => refuseUnexpected(bytes('ok'), 'text')).toThrow(invalid)
    expect(() => refuseUnexpected(new Uint8Array(64), 'csv')).toThrow(invalid)
    expect(() => refuseUnexpected(bytes('{"error":"Too Many Requests"}'), 'csv_or_zip')).toThrow(invalid)
    expect(() => refuseUnexpected(bytes('DATE,OPEN,HIGH\n'), 'json')).toThrow(invalid)
  })

  it('a zip archive is accepted only where it may come', () => {
    expect(() => refuseUnexpected(zip, 'csv_or_zip')).not.toThrow()
    expect(() => refuseUnexpected(zip, 'csv')).toThrow(invalid)
  })
})

describe('the label of an answer', () => {
  it.each([null, 'text/csv', 'application/octet-stream', 'application/json; charset=utf-8', 'text/plain'])(
    '%s may be data',
    (label) => expect(() => refuseLabel(label)).not.toThrow(),
  )

  it.each([
    ['text/html; charset=UTF-8; a=b', 'a response labelled text/html'],
    [' TEXT/HTML ;q=1', 'a response labelled TEXT/HTML'],
    ['application/pdf', 'a response labelled application/pdf'],
    [`image/${'x'.repeat(60)}`, `a response labelled image/${'x'.repeat(34)}`],
  ])('%s is none, and the reason names its type alone', (label, message) => {
    expect(() => refuseLabel(label)).toThrow(expect.objectContaining({ kind: 'invalid', message }))
  })
})
