/** Tokens of replicas that tests and benches start. */
export const ADMIN = 'admin-token-of-the-tests'
export const INTERNAL = 'internal-token-of-the-tests'
