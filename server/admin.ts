import { runCommand } from './admin/run-command.ts'
import { readEnvironment, readSettings } from './platform/settings.ts'

// `npm run admin -- …`

const { code, output } = await runCommand({
  words: process.argv.slice(2),
  settings: () => readSettings(readEnvironment({ file: '.env', env: process.env })),
})
const stream = code === 0 ? process.stdout : process.stderr
stream.write(`${output}\n`)
process.exitCode = code
