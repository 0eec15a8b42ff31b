export type Testimonial = { name: string; role: string; image: string | null; content: string; rating: number }

/** Static marketing texts: another operator replaces them. */
export const testimonials: readonly Testimonial[] = [
  {
    name: 'Lucía Ferreira',
    role: 'Paciente de fisioterapia, Pocitos',
    image: null,
    content:
      'Me lesioné la rodilla un viernes y el lunes ya tenía hora a seis cuadras de casa. No tuve que llamar a ningún lado.',
    rating: 5,
  },
  {
    name: 'Martín Olivera',
    role: 'Paciente de psicoterapia, Cordón',
    image: null,
    content:
      'Me costaba dar el primer paso. Poder leer con calma quién era cada profesional y elegir la hora solo me ayudó mucho.',
    rating: 5,
  },
  {
    name: 'Ana Clara Techera',
    role: 'Mamá de un paciente de logopedia, Salto',
    image: null,
    content:
      'Encontramos una fonoaudióloga que atiende en línea. Cambiar la hora cuando mi hijo se enferma lleva un minuto.',
    rating: 4,
  },
]
