import { CopyableValue } from '#web/ui/copyable-value.tsx'

/** Identifies the account in support requests; it gives no access. */
export function OwnId({ userId }: { userId: string }) {
  return (
    <div className="grid justify-items-start gap-2">
      <CopyableValue
        label="Tu ID"
        value={userId}
        copyLabel="Copiar ID"
        copied="ID copiado"
        denied={{
          title: 'No pudimos copiarlo',
          description: 'Tu ID quedó seleccionado: cópialo con tu teclado o el menú.',
        }}
      >
        <p className="text-sm text-ink-soft">
          Dice cuál es tu cuenta cuando escribes a soporte. No sirve para entrar: puedes compartirlo.
        </p>
      </CopyableValue>
    </div>
  )
}
