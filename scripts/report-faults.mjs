// A reporter of vitest: writes the errors that no test awaited to FAULTS_FILE, as [{ file, message }].
import { writeFileSync } from 'node:fs'

export default class FaultReporter {
  onTestRunEnd(_modules, errors) {
    const faults = errors.map(({ VITEST_TEST_PATH: file, message }) => ({ file, message }))
    writeFileSync(process.env.FAULTS_FILE, JSON.stringify(faults))
  }
}
