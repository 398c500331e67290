import { Command } from 'commander'
import { brokerageSettings, brokerageUrl, readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { completeLogin } from '../shared/market/schwab-login.ts'
import { authorizeUrl } from '../shared/market/schwab-oauth.ts'
import { readTokenFile, writeTokenFile } from '../shared/market/token-file.ts'
import { judgeToken } from '../shared/market/token-state.ts'
import { systemClock } from '../shared/time/clock.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { Env, Say } from './calendar.ts'

const CALLBACK = 'https://127.0.0.1:8182'

interface Options {
  callback: string
}

/** The brokerage login, which a person must renew every seven days. */
export function brokerageCommand(env: Env, say: Say): Command {
  const config = readConfig(env)
  const settings = () => {
    const found = brokerageSettings(config)
    if (!found) throw new AppError('invalid', 'set SCHWAB_APP_KEY, SCHWAB_APP_SECRET and SCHWAB_TOKEN_FILE first')
    return { ...found, baseUrl: brokerageUrl(config, systemClock.now()) }
  }
  const command = new Command('brokerage').description('the brokerage login: show, link, login')
  command
    .command('show')
    .description('the state of the token file, and when it expires')
    .option('--json', 'an object')
    .action(async ({ json }: { json?: boolean }) => {
      const { state, expiresAt, reason } = judgeToken(await readTokenFile(settings().tokenFile), systemClock.now())
      const until = expiresAt && easternIso(expiresAt)
      const words = [state, ...(until ? [`until ${until}`] : []), ...(reason ? [reason] : [])]
      say(json ? JSON.stringify({ state, expires_at: until, reason }) : words.join(', '))
    })
  command
    .command('link')
    .description('print the page to log in at')
    .option('--callback <url>', 'the callback the app is registered with', CALLBACK)
    .action(({ callback }: Options) => {
      const { baseUrl, credentials } = settings()
      say(authorizeUrl(baseUrl, credentials.appKey, callback))
    })
  command
    .command('login <url>')
    .description(
      'write the token file from the URL that the browser was redirected to; the code in it is valid for 30 seconds',
    )
    .option('--callback <url>', 'the callback the app is registered with', CALLBACK)
    .action(async (url: string, { callback }: Options) => {
      const { tokenFile, ...login } = settings()
      await writeTokenFile(tokenFile, await completeLogin({ ...login, callback, now: systemClock.now() }, url))
      say('logged in for seven days; a running service uses the new login from its next request on')
    })
  return command
}
