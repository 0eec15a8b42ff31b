// Rejects code of the browser that reads the clock of the visitor's device, which may be wrong by hours and may be set while a
// page is open. web/platform/server-time.ts has the server's time.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')
const checked = /^(?:web|contract)\/(?!testing\/|screens\/|platform\/server-time\.ts$).+(?<!\.test|\.gen)\.tsx?$/

const advice =
  'the clock of the device may be wrong: use serverNow() or serverDate(), or startStopwatch() for a duration.'

export function findDeviceClocks({ file, text }: { file: string; text: string }): string[] {
  const problems: string[] = []
  const report = ({ start }: { start: number }) =>
    problems.push(`${file}:${text.slice(0, start).split('\n').length}: ${advice}`)
  const isDate = (node: ESTree.Node) => node.type === 'Identifier' && node.name === 'Date'
  new Visitor({
    NewExpression(node) {
      if (isDate(node.callee) && node.arguments.length === 0) report(node)
    },
    CallExpression(node) {
      if (isDate(node.callee)) report(node)
    },
    MemberExpression(node) {
      if (isDate(node.object) && node.property.type === 'Identifier' && node.property.name === 'now') report(node)
    },
  }).visit(parseSync(file, text).program)
  return problems
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web', 'contract'], {
    cwd: root,
    encoding: 'utf8',
  })
  const problems = files
    .split('\n')
    .filter((file) => checked.test(file) && existsSync(join(root, file)))
    .flatMap((file) => findDeviceClocks({ file, text: readFileSync(join(root, file), 'utf8') }))
  if (problems.length > 0) {
    console.log(problems.join('\n'))
    process.exit(1)
  }
}
