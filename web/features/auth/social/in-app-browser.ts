import type { SocialProvider } from '#contract/accounts.ts'

/** A browser inside another app, in which some providers refuse every sign-in. */
export type InAppBrowser = {
  app: string | undefined
  isAndroid: boolean
  /** What the app's menu calls its entry for the browser. */
  entry: string
  refusing: readonly SocialProvider[]
}

const external = 'Abrir en navegador externo'
const inBrowser = 'Abrir en el navegador'
type App = { app?: string; entry: string }
const unnamed: App = { entry: inBrowser }
const apps: readonly (App & { mark: RegExp })[] = [
  { mark: /\bInstagram\b/, app: 'Instagram', entry: external },
  {
    mark: /\bFBAN\/Messenger|\bMessengerLite|\bFB_IAB\/(?:Orca|MESSENGER)/,
    app: 'Messenger',
    entry: external,
  },
  { mark: /\bFBA[NV]\/|\bFB_IAB\//, app: 'Facebook', entry: external },
  { mark: /\bBytedanceWebview\b|\bmusical_ly|\bTikTok/i, app: 'TikTok', entry: inBrowser },
  { mark: /\bLine\/\d/, app: 'Line', entry: inBrowser },
  { mark: /\bLinkedInApp\b/, app: 'LinkedIn', entry: inBrowser },
  { mark: /\bSnapchat\//, app: 'Snapchat', entry: inBrowser },
  { mark: /\bTwitter for (?:iPhone|iPad|Android)|\bTwitterAndroid\b/, app: 'X', entry: inBrowser },
  { mark: /\[Pinterest\/|\bPinterest for /, app: 'Pinterest', entry: inBrowser },
  { mark: /\bBarcelona \d/, app: 'Threads', entry: external },
  { mark: /\bMicroMessenger\//, app: 'WeChat', entry: inBrowser },
  { mark: /; wv\)/, entry: inBrowser },
]

const ofIos = /\((?:iPhone|iPad|iPod)/

/** Every browser of iOS names Safari; an app that shows a page itself doesn't. */
const isWebViewOfIos = (userAgent: string) => ofIos.test(userAgent) && !userAgent.includes(' Safari/')

/**
 * Google refuses in all of them, and Facebook in those that aren't its own. `isInstalled`: the page was opened from the home
 * screen, where iOS doesn't name Safari either. */
export function inAppBrowser({
  userAgent,
  isInstalled,
}: {
  userAgent: string
  isInstalled: boolean
}): InAppBrowser | undefined {
  const found = apps.find(({ mark }) => mark.test(userAgent))
  if (!found && (isInstalled || !isWebViewOfIos(userAgent))) return undefined
  const { app, entry } = found ?? unnamed
  return {
    app,
    isAndroid: /\bAndroid\b/.test(userAgent),
    entry,
    refusing: entry === external ? ['google'] : ['google', 'facebook'],
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
