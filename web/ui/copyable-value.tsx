import { type ReactNode, useRef } from 'react'
import Copy from '~icons/lucide/copy'

import { Button } from './button.tsx'
import { toast } from './toast.ts'

export type CopyableValueProps = {
  label: string
  value: string
  /** The value as it is shown: in groups, for example. */
  shown?: string
  copyLabel: string
  copied: string
  /** The toast where the browser denies access to the clipboard: the value is then selected. */
  denied: { title: string; description: string }
  /** The children are between the value and the button. */
  children?: ReactNode
}

export function CopyableValue(props: CopyableValueProps) {
  const { label, value, shown = value, copyLabel, copied, denied, children } = props
  const element = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast({ kind: 'success', title: copied })
    } catch {
      // Also where the page isn't served over TLS: the browser then has no clipboard.
      if (element.current) getSelection()?.selectAllChildren(element.current)
      toast(denied)
    }
  }

  return (
    <>
      <dl>
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd ref={element} translate="no" className="font-medium wrap-anywhere tabular-nums select-all">
          {shown}
        </dd>
      </dl>
      {children}
      <Button
        variant="secondary"
        size="small"
        icon={<Copy aria-hidden="true" className="size-4" />}
        onClick={() => void copy()}
      >
        {copyLabel}
      </Button>
    </>
  )
}
