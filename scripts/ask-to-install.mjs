// apt-get changes the whole machine, so outside CI a person decides. Plain JavaScript for Node 20, without packages.
import { createInterface } from 'node:readline/promises'

/** The command with which a person installs the packages. */
export function aptCommand(packages) {
  return `apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

/**
 * Whether apt-get may install the packages: in CI without a question, in a terminal after the answer yes. Without either, the command
 * is printed, and nothing is installed.
 */
export async function mayInstall({ packages, env = process.env, input = process.stdin, output = process.stdout }) {
  if (env.CI && env.CI !== 'false') return true
  if (!input.isTTY || !output.isTTY) {
    output.write(
      `Nothing is installed on this machine without a terminal to ask in. To install it: ${aptCommand(packages)}\n`,
    )
    return false
  }
  const questions = createInterface({ input, output })
  try {
    const answer = await questions.question(`Install ${packages.join(', ')} on this machine with apt-get? [y/N] `)
    return /^\s*y(es)?\s*$/i.test(answer)
  } finally {
    questions.close()
  }
}
