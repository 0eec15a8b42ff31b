import type { ReactNode } from 'react'
import CircleCheck from '~icons/lucide/circle-check'
import Info from '~icons/lucide/info'
import OctagonAlert from '~icons/lucide/octagon-alert'
import TriangleAlert from '~icons/lucide/triangle-alert'
import X from '~icons/lucide/x'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

export type BannerProps = {
  tone?: 'blue' | 'green' | 'amber' | 'red'
  title?: string
  children?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  /** Announces it when it appears: `status` politely, `alert` immediately. */
  role?: 'status' | 'alert'
  className?: string
}

const looks = {
  blue: { box: 'bg-blue-soft', mark: 'text-blue', Icon: Info },
  green: { box: 'bg-green-soft', mark: 'text-green', Icon: CircleCheck },
  amber: { box: 'bg-amber-soft', mark: 'text-amber', Icon: TriangleAlert },
  red: { box: 'bg-red-soft', mark: 'text-red', Icon: OctagonAlert },
}

export function Banner({ tone = 'blue', title, children, action, onDismiss, role, className }: BannerProps) {
  const { box, mark, Icon } = looks[tone]
  return (
    <div role={role} className={classNames('flex items-start gap-3 rounded-card px-4 py-3', box, className)}>
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', mark)} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-60">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {action}
      </div>
      {onDismiss && (
        <IconButton
          label="Cerrar aviso"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onDismiss}
          className="-my-2 -mr-2"
        />
      )}
    </div>
  )
}
