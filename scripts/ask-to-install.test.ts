import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { aptCommand, mayInstall } from './ask-to-install.mjs'

const packages = ['chromium-headless-shell', 'xvfb']

async function ask({ env = {}, isTTY = true, answer }: { env?: NodeJS.ProcessEnv; isTTY?: boolean; answer?: string }) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough(), { isTTY })
  const outcome = mayInstall({ packages, env, input, output })
  if (answer !== undefined) input.write(`${answer}\n`)
  const isAllowed = await outcome
  output.end()
  return { isAllowed, output: await text(output) }
}

test.for([
  ['y', true],
  ['YES', true],
  ['n', false],
  ['', false],
  ['yesterday', false],
] as const)('in a terminal the packages are named and the person decides: %s', async ([answer, isAllowed]) => {
  const outcome = await ask({ answer })
  expect(outcome).toMatchObject({ isAllowed })
  expect(outcome.output).toContain('Install chromium-headless-shell, xvfb on this machine with apt-get? [y/N]')
})

test('in CI there is no question', async () => {
  expect(await ask({ env: { CI: 'true' }, isTTY: false })).toEqual({ isAllowed: true, output: '' })
  expect(await ask({ env: { CI: 'false' }, isTTY: false })).toMatchObject({ isAllowed: false })
})

test('without a terminal the command is printed, and nothing is installed', async () => {
  const { isAllowed, output } = await ask({ isTTY: false })
  expect(isAllowed).toBe(false)
  expect(output).toContain(`To install it: ${aptCommand(packages)}`)
  expect(aptCommand(packages)).toBe('apt-get install -y --no-install-recommends chromium-headless-shell xvfb')
})
