import { type ESTree, type Plugin, parseSync } from 'vite'

/**
 * Lets the bundler leave out what the browser does not use of a file of the contract, so that a file has a noun's limits and
 * sentences beside its schemas. A schema is built by calls, which the bundler would otherwise keep, and zod with them, because a
 * call may have effects.
 */
export function pureContract(): Plugin {
  return {
    name: 'senda:pure-contract',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (text, id) => markPure({ file: id, text }),
    },
  }
}

/** Values that have no effects as they are. */
const plain = new Set(['Literal', 'ArrowFunctionExpression', 'FunctionExpression'])

/**
 * Each initial value becomes the result of a function that is marked as pure, which covers all calls in it. A file with a
 * statement that is no declaration has effects: messages.ts, which sets the messages of all schemas.
 */
export function markPure({ file, text }: { file: string; text: string }) {
  const { body } = parseSync(file, text).program
  const declarations = body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
  const values = declarations
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }): ESTree.Expression[] => (init && !plain.has(init.type) ? [init] : []))
  let code = text
  for (const { start, end } of values.toReversed())
    code = `${code.slice(0, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${code.slice(end)}`
  return { code, map: null, moduleSideEffects: body.some(({ type }) => type === 'ExpressionStatement') }
}
