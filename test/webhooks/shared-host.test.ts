import { expect, test } from 'vitest'
import { createSender } from '../../shared/webhooks/send-webhook.ts'
import { newSecret } from '../../shared/webhooks/sign-delivery.ts'
import { openEndpoint } from './endpoint.ts'

test('an endpoint that hangs does not delay another one on the same host', async () => {
  const host = await openEndpoint()
  host.answer = ({ url }) => (url === '/hangs' ? 'hang' : { status: 204 })
  const sender = createSender({ allowLocal: true, timeoutMs: 3_000 })
  const send = (path: string) =>
    sender.send({ url: new URL(path, host.url).href, id: 'msg_1_1', body: '{}', secrets: [newSecret()] })
  try {
    const hanging = Array.from({ length: 40 }, () => send('/hangs'))
    expect(await send('/well')).toMatchObject({ isDelivered: true, error: null })
    for (const each of await Promise.all(hanging)) expect(each).toMatchObject({ error: 'no answer in time' })
  } finally {
    await sender.close()
    host.close()
  }
})
