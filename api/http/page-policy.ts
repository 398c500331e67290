/**
 * Everything on a page comes from this server and nothing is inline, so a string that gets through as markup cannot run
 * anything.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

export const HTML_TYPE = 'text/html; charset=utf-8'

export const PAGE_HEADERS = { 'content-security-policy': PAGE_POLICY } as const
