import { expect, test } from 'vitest'

import { browserIntent, inAppBrowser } from './in-app-browser.ts'

const android =
  'Mozilla/5.0 (Linux; Android 15; SM-A546E Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

test.each([
  [`${android} Instagram 401.0.0.48 Android (35/15; 450dpi)`, 'Instagram', true],
  [`${iphone} Instagram 401.0.0.31 (iPhone14,5; iOS 18_6; es_UY)`, 'Instagram', false],
  [`${android} [FB_IAB/FB4A;FBAV/536.0.0.46;]`, 'Facebook', true],
  [`${iphone} [FBAN/FBIOS;FBAV/536.0.0.40;FBBV/1;FBDV/iPhone14,5]`, 'Facebook', false],
  [`${android} [FB_IAB/Orca-Android;FBAV/530.0.0.1;]`, 'Messenger', true],
  [`${iphone} [FBAN/MessengerForiOS;FBAV/530.0.0.1]`, 'Messenger', false],
  [`${iphone} Safari Line/15.16.0`, 'Line', false],
  [`${android} musical_ly_2024204030 BytedanceWebview/d8a21c6`, 'TikTok', true],
  [`${iphone} musical_ly_41.2.0 JsSdk/2.0 BytedanceWebview/d8a21c6`, 'TikTok', false],
  [`${iphone} [LinkedInApp]/9.31.1`, 'LinkedIn', false],
  [`${iphone} Snapchat/13.50.0.40 (like Safari/8621.3.11, panda)`, 'Snapchat', false],
  [`${iphone} Twitter for iPhone/11.10`, 'X', false],
  [`${android} TwitterAndroid`, 'X', true],
  [`${iphone} [Pinterest/iOS]`, 'Pinterest', false],
  [`${iphone} Barcelona 401.0.0.28 (iPhone14,5; iOS 18_6; es_UY)`, 'Threads', false],
  [`${iphone} MicroMessenger/8.0.61(0x18003d2d) NetType/WIFI Language/es`, 'WeChat', false],
  [android, undefined, true],
  // An app without a name of its own.
  [iphone, undefined, false],
  [iphone.replace('iPhone; CPU iPhone', 'iPad; CPU'), undefined, false],
])('in «%s» the app is %s', (userAgent, app, isAndroid) => {
  const browser = inAppBrowser({ userAgent, isInstalled: false })
  expect(browser).toMatchObject({ app, isAndroid })
  expect(browser?.refusing).toContain('google')
})

test.each([
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
])('«%s» is a browser of its own', (userAgent) => {
  expect(inAppBrowser({ userAgent, isInstalled: false })).toBeUndefined()
})

test('the page that was opened from the home screen of an iPhone is a browser of its own', () => {
  expect(inAppBrowser({ userAgent: iphone, isInstalled: true })).toBeUndefined()
})

test('the link to an Android browser keeps the page and its search, and leaves the fragment here', () => {
  expect(browserIntent(new URL('https://senda.uy/login?next=%2Fbook#token=secret'))).toBe(
    'intent://senda.uy/login?next=%2Fbook#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  )
})
