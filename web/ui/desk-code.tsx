/** The code of a reward or of a promotion of Senda, large enough to be read across a counter, with where to show it. */
export function DeskCode({ code }: { code: string }) {
  return (
    <span className="text-sm">
      Si pagas en el centro, muestra este código en la recepción:{' '}
      <strong translate="no" className="text-base tracking-widest tabular-nums">
        {`${code.slice(0, 3)} ${code.slice(3)}`}
      </strong>
      . Quien lo tiene puede usarla en una cita tuya: no lo des antes.
    </span>
  )
}
