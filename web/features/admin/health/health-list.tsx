import { type ReactNode, useId } from 'react'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** A list of what went wrong with what to know about it, or the sentence that says that nothing did. */
export function HealthList<Item>({
  title,
  note,
  empty,
  items,
  children,
}: {
  title: string
  note?: string
  empty: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id}>{title}</h3>
        {note !== undefined && items.length > 0 && <p className="text-ink-soft">{note}</p>}
      </div>
      {items.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">{items.map(children)}</ul>
      )}
    </section>
  )
}

/** One entry: what it is and its state, the facts, what can be done about it, and more in `children`. */
export function HealthItem({
  name,
  badge,
  facts,
  action,
  children,
}: {
  name: string
  badge?: ReactNode
  facts: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 grow basis-72 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="font-semibold wrap-anywhere">{name}</code>
          {badge}
          <span className="text-sm text-ink-soft tabular-nums">{facts}</span>
        </div>
        {children}
      </div>
      {action}
    </li>
  )
}

/** Says what came of it: the entry itself leaves the list. */
export function HealthAction({
  label,
  pending,
  run,
  done,
  failed,
  description,
}: {
  label: string
  pending: boolean
  run: () => Promise<unknown>
  done: string
  failed: string
  description: string
}) {
  async function press() {
    try {
      await run()
      toast({ kind: 'success', title: done, description })
    } catch (error) {
      toast({ kind: 'destructive', title: failed, description: errorMessage(error) })
    }
  }
  return (
    <Button variant="secondary" size="small" className="ml-auto" pending={pending} onClick={() => void press()}>
      {label}
    </Button>
  )
}
