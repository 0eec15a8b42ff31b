import type { TillClosing } from '#contract/tills.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { ClosingDialog } from './closing-dialog.tsx'
import { differenceText, signedMoney, tillMethods } from './till-amounts.ts'

const perPage = 20

export function Closings({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.tills.closings, { centerId, limit: perPage })
  const dialog = useDialogState<TillClosing>()
  return (
    <div className="grid gap-3">
      <CursorList
        pages={pages}
        loading="Cargando los cierres"
        failed="No se pudieron cargar los cierres"
        skeletons={<Skeleton className="h-64" />}
        empty={
          <EmptyState drawing="till" heading="h3" title="Todavía no hay cierres">
            Cuando cuentes y cierres la caja, el cierre queda guardado aquí.
          </EmptyState>
        }
        moreLabel="Ver más cierres"
      >
        {(closing) => (
          <li key={closing.id} tabIndex={-1} className="-outline-offset-3">
            <button
              type="button"
              onClick={() => dialog.show(closing)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 text-left -outline-offset-3 hover:bg-action-soft"
            >
              <span className="min-w-48 grow">
                <span className="block font-medium">
                  {`Cierre ${closing.number}: ${formatDate(closing.closedAt)}, ${formatTime(closing.closedAt)}`}
                  <RowOwnTime instant={closing.closedAt} />
                </span>
                <span className="block text-sm text-ink-soft wrap-anywhere">
                  {closing.closedBy ?? 'Una cuenta que ya no existe'}
                </span>
              </span>
              <DifferenceBadge closing={closing} />
              <strong className="tabular-nums sm:w-32 sm:text-right">
                {signedMoney(tillMethods.reduce((sum, method) => sum + closing.counted[method], 0))}
              </strong>
            </button>
          </li>
        )}
      </CursorList>
      {dialog.subject && (
        <ClosingDialog centerId={centerId} closing={dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </div>
  )
}

function DifferenceBadge({ closing }: { closing: TillClosing }) {
  const { differenceCents, expected, counted } = closing
  if (tillMethods.every((method) => expected[method] === counted[method])) return <Badge tone="green">Coincide</Badge>
  // Differences of two methods may cancel each other out.
  return <Badge tone="amber">{differenceCents === 0 ? 'Con diferencias' : differenceText(differenceCents)}</Badge>
}
