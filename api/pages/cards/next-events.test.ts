import { expect, it } from 'vitest'
import { nextEventsCard } from './next-events.ts'

type Given = Parameters<typeof nextEventsCard>

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })

it('an expiration of yesterday, which the newest chain still lists, is no next event', () => {
  const fed = known({ as_of: '2026-12-10T11:45:00-05:00', next_meeting: null, reason: null }) as unknown as Given[0]
  const expiry = (expiration: string) => ({ expiration, share: 0.1, straddle: null })
  const chain = { by_expiration: ['2026-12-09', '2026-12-10', '2026-12-11'].map(expiry) }
  const shown = nextEventsCard(
    fed,
    known(chain) as unknown as Given[1],
    known({ companies: [] }) as unknown as Given[2],
  )
  expect([...shown.matchAll(/datetime="([^"]+)"/g)].map(([, day]) => day)).toEqual(['2026-12-10', '2026-12-11'])
})
