import { h } from './dom.js'

const WAIT_MS = 15_000

// A token of this tab: it outlives a reload, and no other tab, address, cookie or disk sees it.
export function tokenStore(name) {
  return {
    read: () => sessionStorage.getItem(name),
    keep: (token) => sessionStorage.setItem(name, token),
    forget: () => sessionStorage.removeItem(name),
  }
}

// An answer as `{status, body}`; a request that got none has status 0 and a message.
export async function call(path, { token, method = 'GET', body, key } = {}) {
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return { status: 0, body: { message: 'The service did not answer.' } }
  }
}

export const isOk = ({ status }) => status >= 200 && status < 300

// The words of a refusal, and what to do about it.
export const refusal = ({ body }) => [body?.message, body?.fix].filter(Boolean).join(' ') || 'The service refused this.'

// Asks for a token once; `enter` is called with each one that is typed.
export function tokenForm(form, enter) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const input = form.querySelector('input')
    const token = input.value.trim()
    input.value = ''
    if (token !== '') enter(token)
  })
}

export const button = (words, click, attributes = {}) => h('button', { type: 'button', ...attributes, on: { click } }, words)
