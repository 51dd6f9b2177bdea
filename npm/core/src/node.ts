/** The entry for Node: plans in a directory, shared with other processes by a lock, and written atomically. */
export { etagOf } from './node/etags.ts';
export { faultMessage } from './node/faults.ts';
export { type GitOutput, gitLine, gitVersion, runGit } from './node/git.ts';
export { withGitVersions } from './node/git-versions.ts';
export {
  type HostOptions,
  type NodeHost,
  type NodeLock,
  nodeHost,
  unavailableHost,
} from './node/host.ts';
export type { LockTimes } from './node/lock.ts';
export { createLockDirectory } from './node/lock-directory.ts';
export { withOtherRoots } from './node/other-roots.ts';
export { type PlanLocation, planLocation } from './node/paths.ts';
export { readRegularFile } from './node/read-file.ts';
export { type NodeReader, nodeReader } from './node/reader.ts';
export { realPath, realPathOf } from './node/real-path.ts';
export { type Source, withSources } from './node/sources.ts';
export { type FileChanges, type PlansWatch, watchPlans } from './node/watch.ts';
export {
  createDirectories,
  removeFile,
  WriteError,
  type WriteFileOptions,
  writeFileAtomic,
  writePrivateFile,
} from './node/write-file.ts';
