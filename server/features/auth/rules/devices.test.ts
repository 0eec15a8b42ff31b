import { expect, test } from 'vitest'

import { describeDevice } from './devices.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const appleWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5'

test.for([
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome en Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet en Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${appleWebkit} Mobile/15E148 Safari/604.1`,
    'Safari en iOS',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${appleWebkit} Mobile/15E148 Safari/604.1`,
    'Safari en iOS',
    'tablet',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${appleWebkit} Safari/605.1.15`, 'Safari en macOS', 'computer'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Microsoft Edge en Windows',
    'computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox en Linux', 'computer'],
  ['Instagram 123.0 (iPhone; iOS 17)', 'iOS', 'phone'],
  ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'Googlebot', 'unknown'],
  ['curl/8.5.0', null, 'unknown'],
  ['<script>alert(1)</script>', null, 'unknown'],
  ['🧘', null, 'unknown'],
  ['x'.repeat(300), null, 'unknown'],
  ['', null, 'unknown'],
  [null, null, 'unknown'],
] as const)('the user agent %j is described as %j', ([userAgent, device, kind]) => {
  expect(describeDevice(userAgent)).toEqual({ device, kind })
})
