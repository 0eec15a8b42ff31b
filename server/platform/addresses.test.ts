import { expect, test } from 'vitest'

import { isLoopback, readAddress } from './addresses.ts'

test.for([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['0:0:0:0:0:FFFF:7F00:0001', '127.0.0.1'],
  ['::ffff:0808:0808', '8.8.8.8'],
  ['::FFFF:8.8.8.8', '8.8.8.8'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['2001:0db8::00a1', '2001:db8:0:0:0:0:0:a1'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['::8.8.8.8', '0:0:0:0:0:0:808:808'],
  ['unknown', undefined],
  ['127.1', undefined],
  ['', undefined],
  [`${'1'.repeat(100_000)}%`, undefined],
] as const)('%s is read as %s', ([text, address]) => {
  expect(readAddress(text)?.address).toBe(address)
})

test.for([
  '127.0.0.1',
  '127.255.3.4',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:7fff:ffff',
])('%s is this machine in every spelling', (text) => {
  expect(isLoopback(text)).toBe(true)
})

test.for([
  '::ffff:808:808',
  '::ffff:8.8.8.8',
  '::2',
  '::',
  '::127.0.0.1',
  '::7f00:1',
  '::8.8.8.8',
  '128.0.0.1',
  '0.0.0.0',
  '127.0.0.1.example',
  'localhost',
])('%s is another machine', (text) => {
  expect(isLoopback(text)).toBe(false)
})
