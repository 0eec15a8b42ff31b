import { useMutation } from '@tanstack/react-query'
import type { ContactDetails } from '#contract/contacts.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { centerId: string; guestId: string; merges: ContactDetails['merges'] }

/** The sheets that were merged into this one in the last day, each of which can be a sheet of its own again. */
export function MergesOfContact({ centerId, guestId, merges }: Props) {
  const { queries } = useApi()
  const undo = useMutation(queries.contacts.undoMerge.mutationOptions())
  return merges.map(({ id, name, mergedAt }) => (
    <Banner
      key={id}
      action={
        <Button
          variant="secondary"
          size="small"
          pending={undo.isPending && undo.variables.otherId === id}
          pendingLabel="Separando…"
          onClick={() =>
            undo.mutate(
              { centerId, guestId, otherId: id },
              { onSuccess: () => toast({ kind: 'success', title: 'Las fichas están separadas de nuevo' }) },
            )
          }
        >
          Deshacer
        </Button>
      }
    >
      {`El ${formatDate(mergedAt)} a las ${formatTime(mergedAt)} se unió aquí la ficha de `}
      <span translate="no">{name}</span>. Durante un día se puede deshacer.
    </Banner>
  ))
}
