// Rejects statements of a transaction that are sent together with Promise.all(): the reader does not see that they run in order.
// inOrder() of server/platform/postgres/in-order.ts says so, and refuses what is not a transaction.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')
const checked = /^server\/(?!testing\/).+(?<!\.test|\.gen)\.ts$/
const together = new Set(['all', 'allSettled', 'any', 'race'])

/** A problem for each call of Promise.all() and its like that names a transaction, `tx`, in its arguments. */
export function findUnnamedOrders({ file, text }: { file: string; text: string }): string[] {
  const problems: string[] = []
  new Visitor({
    CallExpression(node: ESTree.CallExpression) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const isOfPromise = callee.object.type === 'Identifier' && callee.object.name === 'Promise'
      if (!isOfPromise || !together.has(callee.property.name)) return
      if (!/\btx\b/.test(text.slice(callee.end, node.end))) return
      const line = text.slice(0, node.start).split('\n').length
      problems.push(`${file}:${line}: a transaction runs its statements in order: use inOrder(tx, […])`)
    },
  }).visit(parseSync(file, text).program)
  return problems
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], {
    cwd: root,
    encoding: 'utf8',
  })
  const problems = files
    .split('\n')
    .filter((file) => checked.test(file) && existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => text.includes('Promise.'))
    .flatMap(findUnnamedOrders)
  if (problems.length > 0) {
    console.log(problems.join('\n'))
    process.exit(1)
  }
}
