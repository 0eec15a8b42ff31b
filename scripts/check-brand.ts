// Rejects what would show another name than the operator's: «Senda» written in a text of a page or a mail, and `brand` read while
// a module loads, before the operator's words are known and without following their changes.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')
const checked = /^(?:web|server|contract)\/(?!.*\/?(?:testing|demo|gallery|screens)\/).+(?<!\.test|\.gen)\.tsx?$/

/** Here Senda is the software, whose operators read these English texts in a terminal, a log or .env.example. */
const ofTheSoftware = new Set([
  'server/admin/restore-command.ts',
  'server/admin/run-command.ts',
  'server/features/loyalty/repository/ledger-faults.ts',
  'server/main.ts',
  'server/platform/backup/manifest.ts',
  'server/platform/backup/restore-backup.ts',
  'server/platform/postgres/embedded-files.ts',
  'server/platform/postgres/embedded.ts',
  'server/platform/postgres/migrate.ts',
  'server/platform/postgres/require-usable-server.ts',
  'server/platform/settings-variables.ts',
  'server/platform/settings-warnings.ts',
])
/** Has the built-in words. */
const ofTheBrand = 'contract/brand.ts'

/** A problem for each such place of a file. */
export function findFixedNames({ file, text }: { file: string; text: string }): string[] {
  const problems: string[] = []
  const mayNameSenda = ofTheSoftware.has(file) || file === ofTheBrand
  let depth = 0
  const enter = () => {
    depth += 1
  }
  const leave = () => {
    depth -= 1
  }
  const report = ({ start }: { start: number }, problem: string) => {
    problems.push(`${file}:${text.slice(0, start).split('\n').length}: ${problem}`)
  }
  const checkText = (node: { start: number }, value: unknown) => {
    if (!mayNameSenda && typeof value === 'string' && /(?<![\w-])Senda(?![\w-])/.test(value))
      report(node, 'write brand.name instead of «Senda»')
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    MemberExpression(node) {
      if (
        depth === 0 &&
        node.object.type === 'Identifier' &&
        (node.object.name === 'brand' || node.object.name === 'legalVersions')
      )
        report(node, 'read brand in a function: the operator may change it')
    },
    Literal(node) {
      checkText(node, node.value)
    },
    TemplateElement(node) {
      checkText(node, node.value.cooked)
    },
    JSXText(node) {
      checkText(node, node.value)
    },
  }).visit(parseSync(file, text).program)
  return problems
}

if (import.meta.main) {
  const folders = ['web', 'server', 'contract']
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const problems = files
    .split('\n')
    .filter((file) => checked.test(file) && existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => /\bSenda\b|\bbrand\b/.test(text))
    .flatMap(findFixedNames)
  if (problems.length > 0) {
    console.log(problems.join('\n'))
    process.exit(1)
  }
}
