import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TYPE_A = 1

/** The question of a DNS query: its labels and the requested type. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A name server on loopback that knows IPv4 addresses of some names, as the one of docker's networks does. */
export async function startNameServer(addressesOf: (name: string) => readonly string[]) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const found = type === TYPE_A ? addressesOf(name) : []
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8580, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(found.length, 6)
    // The name of the question, type A, class IN, one second to live, four bytes.
    const records = found.map((one) =>
      Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...one.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, stop: () => void socket.close() }
}
