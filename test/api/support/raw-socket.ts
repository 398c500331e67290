import { connect } from 'node:net'

/** Sends a text unchanged, unlike an HTTP client; resolves with the whole answer when the server closes. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}
