import type { IncomingMessage } from 'node:http'

/**
 * Every value of a header, one for each time it was sent. Node silently keeps the first of several Authorization headers,
 * while a proxy in front may have checked another one. The name is in lower case.
 */
export function valuesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]!
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[at + 1]!)
  }
  return values
}

/**
 * The Authorization headers of a request, for one that runs its route in this process. The types of an injected request
 * know one text, while it takes a list and sends each of its texts.
 */
export function authorizationOf(raw: Pick<IncomingMessage, 'rawHeaders'>): { authorization?: string } {
  const authorization = valuesOf(raw, 'authorization')
  return authorization.length === 0 ? {} : { authorization: authorization as unknown as string }
}
