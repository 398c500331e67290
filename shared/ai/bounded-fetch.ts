/** Far more than a structured answer with its envelope takes. */
const ANSWER_BYTES_MAX = 256 * 1_024

export class AnswerTooLarge extends Error {}

/** A fetch that follows no redirect, which would carry the key elsewhere, and reads no more than an answer may hold. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > ANSWER_BYTES_MAX) controller.error(new AnswerTooLarge('the answer is too large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
