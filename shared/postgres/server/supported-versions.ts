/** The major versions that are supported: the suite runs on the oldest and on the newest of them. */
const POSTGRES_SUPPORTED = { oldest: 15, newest: 18 } as const

export type VersionVerdict =
  | { kind: 'supported' }
  /** The service would fail on it sooner or later. */
  | { kind: 'refused'; reason: string }
  /** It probably works, because Postgres keeps what clients use, but no test has seen it. */
  | { kind: 'untested'; reason: string }

/** Judges a server by its `server_version_num`, such as 180004 for 18.4; a beta has the number of its release. */
export function judgeVersion(versionNumber: number): VersionVerdict {
  const { oldest, newest } = POSTGRES_SUPPORTED
  // Before version 10 the second number was part of the major version too, which changes nothing here.
  const major = Math.floor(versionNumber / 10_000)
  if (major < oldest) return { kind: 'refused', reason: `runs Postgres ${major}; use ${oldest} or newer` }
  if (major > newest)
    return {
      kind: 'untested',
      reason: `runs Postgres ${major}, which no test has seen; ${oldest} to ${newest} are supported`,
    }
  return { kind: 'supported' }
}
