import type { ServiceSlug } from '#contract/specialty-keys.ts'

/**
 * Sentences of reviews. {nombre} is the professional's first name; «{o|a}» agrees with the author. A comment has one or two
 * of these; some reviews have none.
 */
export const praise = [
  '{nombre} escucha de verdad y explica con mucha claridad.',
  'Desde la primera consulta me sentí en confianza.',
  'Puntual, amable y muy profesional.',
  'Salí con un plan concreto y sin sentirme apurad{o|a}.',
  'Se nota que le importa lo que hace.',
  'Excelente atención de principio a fin.',
  'Llegué por recomendación de una amiga y ahora {el|la} que recomienda soy yo.',
  'Hacía tiempo que no me atendían con esta dedicación.',
  '{nombre} es de esas personas que te hacen sentir mejor desde que entras.',
  'Muy buena experiencia. El lugar es cómodo y tranquilo.',
  'Me explicó todo con paciencia, incluso lo que pregunté dos veces.',
  'Un trato humano que hoy cuesta encontrar.',
  'Conseguí hora para la misma semana y la consulta empezó en punto.',
  'Voy hace dos meses y el cambio se nota.',
  'Atención cálida, sin vueltas y con resultados.',
  'Lo mejor fue que me dijo la verdad sobre los plazos.',
  'Muy recomendable.',
  'Impecable.',
  'Gracias, {nombre}, por la paciencia.',
  'Me sentí acompañad{o|a} en todo momento.',
] as const

export const praiseOf: Partial<Record<ServiceSlug, readonly string[]>> = {
  psicoterapia: [
    'Empecé con mucha ansiedad y hoy tengo herramientas para manejarla.',
    'Me ayudó a ordenar un momento muy difícil.',
    'No juzga, pregunta bien y me hace pensar toda la semana.',
    'Volví a dormir de corrido después de meses.',
    'Con mi pareja pudimos hablar de cosas que veníamos esquivando.',
    'La sesión online funciona igual de bien que la presencial.',
  ],
  fisioterapia: [
    'Llegué casi sin poder mover el hombro y en seis sesiones volví a nadar.',
    'Los ejercicios para la casa son pocos y funcionan.',
    'Después de la operación de rodilla me acompañó hasta que volví a correr.',
    'El dolor de espalda bajó desde la segunda sesión.',
    'Mi madre volvió a caminar sin bastón. Estamos muy agradecidos.',
  ],
  kinesiologia: [
    'Me corrigió la postura y dejé de tener contracturas.',
    'Un plan de ejercicios corto y posible de cumplir.',
    'Entendí por qué me lesionaba siempre en el mismo lugar.',
    'Después del infarto me daba miedo moverme; aquí volví a tener confianza.',
  ],
  nutricion: [
    'Por fin un plan con comida de verdad.',
    'Bajé de peso sin pasar hambre y mis análisis mejoraron.',
    'Me ayudó a organizar las viandas de toda la familia.',
    'Supo adaptar el plan a mi celiaquía y a mis horarios.',
    'Nada de dietas raras: cambios chicos que se sostienen.',
  ],
  masajistas: [
    'El mejor descontracturante que me hicieron.',
    'Preguntó por la presión justa y dio en el punto.',
    'Salí flotando. Ya saqué hora para el mes que viene.',
    'Para quienes trabajamos sentados es un antes y un después.',
  ],
  logopedia: [
    'Mi hijo va contento y en tres meses se le entiende mucho más.',
    'Recuperé la voz y aprendí a cuidarla en clase.',
    'El informe para la escuela fue claro y nos sirvió mucho.',
    'Nos enseñó juegos para seguir practicando en casa.',
    'Mi padre volvió a comer sin miedo después del ACV.',
  ],
  'terapia-ocupacional': [
    'Vino a casa, cambió tres cosas y mi abuela no se cayó más.',
    'Mi hija ahora se viste sola y está orgullosa.',
    'Recuperé la fuerza de la mano y volví a tocar la guitarra.',
    'Muy buena coordinación con la maestra.',
  ],
  osteopatia: [
    'Se me fue un dolor de cuello que arrastraba hace años.',
    'Técnica suave y efectiva, avisa cada cosa que va a hacer.',
    'En tres sesiones me dio el alta. Honestidad pura.',
    'Acompañó muy bien el embarazo de mi hermana.',
  ],
  quiropracticos: ['Miró mis estudios antes de tocarme, eso me dio tranquilidad.', 'Volví a sentarme sin dolor.'],
  acupuntura: ['Las migrañas son mucho menos frecuentes.', 'Les tenía miedo a las agujas y casi no se sienten.'],
  reiki: ['Una hora de paz en medio de la semana.', 'Ambiente muy cuidado y silencioso.'],
  radiestesia: ['Explicó con calma lo que hacía y lo que no.', 'Nos gustó la visita y el resumen que dejó.'],
  'terapias-complementarias': [
    'Los ejercicios de respiración me salvan el día en el trabajo.',
    'Me ayudó a tomar una decisión que venía postergando.',
    'Una charla que ordena. Salí con tareas concretas.',
  ],
}

/** Four stars: satisfied, with one thing to improve. */
export const reservations = [
  'Lo único, esperé unos veinte minutos.',
  'El consultorio es un poco chico, pero la atención compensa.',
  'Cuesta estacionar por la zona.',
  'Me gustaría que tuviera más horarios de tarde.',
  'El precio es algo alto, aunque lo vale.',
  'Costó un poco dar con la puerta.',
  'La sala de espera estaba fría.',
  'Le falta algún horario los sábados.',
] as const

export const lukewarm = [
  'Correcto, sin más. La consulta me pareció corta.',
  'Buena atención, pero todavía no noto cambios.',
  'Me atendió bien, aunque empezamos media hora tarde.',
  'Esperaba más tiempo de trabajo y menos de charla.',
  'Está bien para el precio.',
  'El trato es amable, pero me fui con dudas.',
  'Los ejercicios ayudan un poco. Seguiré un mes más y veré.',
  'La conexión de la videollamada se cortó varias veces.',
  'Cumple, aunque no volvería a cruzar media ciudad para ir.',
] as const

export const disappointed = [
  'Esperé más de cuarenta minutos y nadie avisó nada.',
  'Sentí que me atendían con apuro.',
  'No me explicó qué iba a hacer y salí más dolorid{o|a}.',
  'Me cambiaron la hora dos veces en la misma semana.',
  'La consulta duró la mitad de lo que decía.',
  'No me sentí escuchad{o|a}.',
  'Mucho ruido en el consultorio de al lado, imposible concentrarse.',
  'No me sirvió. Puede que a otra persona sí.',
] as const

export const cancellationReasons = [
  'Me surgió una reunión de trabajo.',
  'Estoy con gripe.',
  'Se enfermó mi hijo.',
  'Viajo esos días.',
  'No consigo llegar a esa hora.',
] as const
