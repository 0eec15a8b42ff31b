/**
 * The code of a reward or of a promotion of Senda, large enough to be read across a counter, with where to show it.
 * `isHandedOver`: the reward is handed over for it, and pays for no appointment.
 */
export function DeskCode({ code, isHandedOver = false }: { code: string; isHandedOver?: boolean }) {
  return (
    <span className="text-sm">
      {isHandedOver
        ? 'Para que te la entreguen, muestra este código en la recepción: '
        : 'Si pagas en el centro, muestra este código en la recepción: '}
      <strong translate="no" className="text-base tracking-widest tabular-nums">
        {`${code.slice(0, 3)} ${code.slice(3)}`}
      </strong>
      {isHandedOver ? '. Quien lo tiene puede retirarla: ' : '. Quien lo tiene puede usarla en una cita tuya: '}
      no lo des antes.
    </span>
  )
}
