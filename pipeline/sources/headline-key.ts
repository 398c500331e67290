const [OFFSET, PRIME] = [0xcbf29ce484222325n, 0x100000001b3n]

/** FNV-1a over 64 bits: a short name of an article, the same in every run. */
export function createKey(guid: string): string {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(guid)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return hash.toString(16).padStart(16, '0')
}
