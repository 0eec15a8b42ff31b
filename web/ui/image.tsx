import ImageOff from '~icons/lucide/image-off'
import { classNames } from './class-names.ts'
import { useImageFailure } from './image-failure.ts'
import { PathEmpty } from './path-empty.tsx'

export type ImageProps = {
  /** Undefined: a plain background with the path. */
  src: string | null | undefined
  /** Empty for decoration. */
  alt: string
  width: number
  height: number
  /** Loads eagerly: for images above the fold. */
  eager?: boolean
  className?: string
}

export function Image({ src, alt, eager, className, ...rest }: ImageProps) {
  const { failed, handlers } = useImageFailure(src)
  const box = classNames(
    'flex flex-col items-center justify-center gap-1 overflow-hidden bg-sand text-sm text-ink-soft',
    className,
  )
  if (!src)
    return (
      <span className={box}>
        <PathEmpty className="w-2/3" />
      </span>
    )
  if (failed)
    return (
      <span className={box} title={alt || undefined}>
        <ImageOff aria-hidden="true" className="size-6" />
        Error al cargar imagen
      </span>
    )
  return (
    <img
      {...rest}
      {...handlers}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={classNames('bg-sand object-cover', className)}
    />
  )
}
