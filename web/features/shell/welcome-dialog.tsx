import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import { freeCancellation } from '#contract/cancellation-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const slidesOf = () => [
  {
    title: `Te damos la bienvenida a ${brand.name}`,
    // Three lines on a phone: a longer text would be the largest element of the page, by which browsers measure its speed.
    text: 'Compara centros y profesionales de todo Uruguay: sus precios, sus horas libres y lo que opinan otras personas.',
  },
  {
    title: 'Busca con tus palabras',
    text: 'Escribe lo que necesitas, como «dolor de espalda» o «psicóloga para mi hija», y di dónde. Te mostramos primero lo que tienes cerca.',
  },
  {
    title: 'Reserva sin llamar',
    text: `Elige una hora libre y confírmala. Puedes cambiarla o cancelarla ${freeCancellation()}.`,
  },
]

export function WelcomeDialog({ onClose }: { onClose: () => void }) {
  const slides = slidesOf()
  const [step, setStep] = useState(0)
  const [open, setOpen] = useState(true)
  const isLast = step === slides.length - 1
  const slide = slides[step]
  if (!slide) return null

  function close() {
    setOpen(false)
    // The closing animation ends before it unmounts.
    setTimeout(onClose, 200)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="small"
      title={slide.title}
      footer={
        <>
          {!isLast && (
            <Button variant="quiet" onClick={close} className="sm:mr-auto">
              Saltar
            </Button>
          )}
          <Button onClick={() => (isLast ? close() : setStep(step + 1))}>{isLast ? 'Comenzar' : 'Siguiente'}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <SlidePath step={step} />
        <p aria-live="polite" className="min-h-30 text-lg text-ink-soft">
          {slide.text}
          <span className="sr-only">{` ${step + 1} de ${slides.length}.`}</span>
        </p>
      </div>
    </Dialog>
  )
}

const stops = [
  { x: 60, y: 56 },
  { x: 200, y: 24 },
  { x: 340, y: 56 },
]

function SlidePath({ step }: { step: number }) {
  return (
    <svg viewBox="0 0 400 80" fill="none" strokeLinecap="round" aria-hidden="true" className="h-auto w-full">
      <path
        d="M-20 30C0 30 20 56 60 56S140 24 200 24s100 32 140 32 70-20 90-26"
        strokeWidth="10"
        className="stroke-path"
      />
      {stops.map((stop, index) => (
        <circle
          key={stop.x}
          cx={stop.x}
          cy={stop.y}
          r={index === step ? 11 : 8}
          strokeWidth="4"
          className={
            index === step
              ? 'fill-clay stroke-clay'
              : index < step
                ? 'fill-action stroke-action'
                : 'fill-panel stroke-action'
          }
        />
      ))}
    </svg>
  )
}
