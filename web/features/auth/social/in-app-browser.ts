import type { SocialProvider } from '#contract/accounts.ts'

/** A browser inside another app, in which some providers refuse every sign-in. */
export type InAppBrowser = {
  /** The app's name, where it is known. */
  app: string | undefined
  isAndroid: boolean
  /** Of an app that has a menu with an entry for the browser: what the entry is called. */
  entry: string
  refusing: readonly SocialProvider[]
}

const external = 'Abrir en navegador externo'
const inBrowser = 'Abrir en el navegador'
const apps: readonly { mark: RegExp; app?: string; entry: string }[] = [
  { mark: /\bInstagram\b/, app: 'Instagram', entry: external },
  {
    mark: /\bFBAN\/Messenger|\bMessengerLite|\bFB_IAB\/(?:Orca|MESSENGER)/,
    app: 'Messenger',
    entry: external,
  },
  { mark: /\bFBA[NV]\/|\bFB_IAB\//, app: 'Facebook', entry: external },
  { mark: /\bBytedanceWebview\b|\bmusical_ly|\bTikTok/i, app: 'TikTok', entry: inBrowser },
  { mark: /\bLine\/\d/, app: 'Line', entry: inBrowser },
  { mark: /; wv\)/, entry: inBrowser },
]

/** Google refuses in all of them, and Facebook in those that aren't its own. */
export function inAppBrowser(userAgent: string): InAppBrowser | undefined {
  const found = apps.find(({ mark }) => mark.test(userAgent))
  if (!found) return undefined
  return {
    app: found.app,
    isAndroid: /\bAndroid\b/.test(userAgent),
    entry: found.entry,
    refusing: found.entry === external ? ['google'] : ['google', 'facebook'],
  }
}

/** Opens the page in the browser that the visitor of an Android device prefers. The fragment may hold a secret, and stays here. */
export function browserIntent({
  host,
  pathname,
  search,
  protocol,
}: Pick<URL, 'host' | 'pathname' | 'search' | 'protocol'>) {
  const scheme = protocol.replace(':', '')
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
