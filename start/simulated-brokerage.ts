import { join } from 'node:path'
import { brokerageUrl } from '../shared/config.ts'
import { errorMessage } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { type Brokerage, openBrokerage } from '../shared/market/brokerage.ts'
import { completeLogin } from '../shared/market/schwab-login.ts'
import { authorizeUrl } from '../shared/market/schwab-oauth.ts'
import { writeTokenFile } from '../shared/market/token-file.ts'
import type { Clock } from '../shared/time/clock.ts'

/** A login lasts seven days of service time; the simulated person renews it daily. */
const LOGIN_EVERY_MS = 86_400_000
/** Service time may pass much faster than real time, so its age is looked at this often. */
const LOOK_EVERY_MS = 1_000
const LOGIN_MS_MAX = 10_000
const CALLBACK = 'https://127.0.0.1:8182'
/** The simulator accepts any credentials; a simulated login never touches a real token file. */
const CREDENTIALS = { appKey: 'simulated-app', appSecret: 'simulated-secret' }

const tokenFileIn = (folder: string): string => join(folder, 'schwab-token.json')

/** The same login for the workers, in the variables of a real one. */
export const simulatedLogin = (folder: string): Record<string, string> => ({
  SCHWAB_APP_KEY: CREDENTIALS.appKey,
  SCHWAB_APP_SECRET: CREDENTIALS.appSecret,
  SCHWAB_TOKEN_FILE: tokenFileIn(folder),
})

interface SimulatedBrokerageInput {
  simulatorUrl: string
  /** The data folder, which keeps the token file. */
  folder: string
  clock: Clock
  log: Log
}

/** The simulator's brokerage, logged in, through the same token file and client as a real one. */
export async function openSimulatedBrokerage({
  simulatorUrl,
  folder,
  clock,
  log,
}: SimulatedBrokerageInput): Promise<Brokerage> {
  const tokenFile = tokenFileIn(folder)
  const baseUrl = (): string => brokerageUrl({ SIMULATOR_URL: simulatorUrl }, clock.now())
  const logIn = async (): Promise<void> => {
    try {
      const page = authorizeUrl(baseUrl(), CREDENTIALS.appKey, CALLBACK)
      const { headers } = await fetch(page, { redirect: 'manual', signal: AbortSignal.timeout(LOGIN_MS_MAX) })
      const login = { baseUrl: baseUrl(), credentials: CREDENTIALS, callback: CALLBACK, now: clock.now() }
      await writeTokenFile(tokenFile, await completeLogin(login, headers.get('location') ?? ''))
    } catch (error) {
      log.warn({ error: errorMessage(error) }, 'simulated_login_failed')
    }
  }
  let loggedInAt = clock.now().getTime()
  const renew = async (): Promise<void> => {
    const now = clock.now().getTime()
    // A clock that has just become known may be earlier than the previous one.
    if (now >= loggedInAt && now < loggedInAt + LOGIN_EVERY_MS) return
    loggedInAt = now
    await logIn()
  }
  await logIn()
  const timer = setInterval(() => void renew(), LOOK_EVERY_MS).unref()
  const brokerage = openBrokerage({ baseUrl, credentials: CREDENTIALS, tokenFile, clock, log })
  return {
    ...brokerage,
    async close() {
      clearInterval(timer)
      await brokerage.close()
    },
  }
}
