/** Which permission includes which. Invariant: `Everything` includes all. */
const included: Readonly<Record<string, readonly string[]>> = {
  Browse: [],
  ReadProperties: ['Browse'],
  ReadChildren: [],
  ReadLifeCycle: [],
  ReviewParticipant: [],
  ReadSecurity: [],
  WriteProperties: [],
  ReadVersion: [],
  WriteVersion: ['WriteProperties'],
  Version: ['ReadVersion', 'WriteVersion'],
  Read: [
    'Browse',
    'ReadVersion',
    'ReadProperties',
    'ReadChildren',
    'ReadLifeCycle',
    'ReadSecurity',
    'ReviewParticipant',
  ],
  AddChildren: [],
  RemoveChildren: [],
  Remove: ['RemoveChildren', 'WriteLifeCycle'],
  ManageWorkflows: [],
  WriteLifeCycle: [],
  Unlock: [],
  ReadRemove: ['Read', 'Remove'],
  Write: ['AddChildren', 'WriteProperties', 'Remove', 'ManageWorkflows', 'WriteLifeCycle', 'WriteVersion'],
  ReadWrite: ['Read', 'Write'],
  WriteSecurity: [],
  Everything: [],
  RestrictedRead: [],
  MakeRecord: [],
  SetRetention: [],
  ManageLegalHold: [],
  UnsetRetention: [],
  WriteColdStorage: [],
  ReadCanCollect: ['Read', 'WriteProperties'],
  CanAskForPublishing: [],
  Comment: ['WriteLifeCycle'],
  Moderate: [],
  DataVisualization: ['Read'],
};

export const allPermissions: readonly string[] = Object.keys(included);

export function isPermission(name: string): boolean {
  return Object.hasOwn(included, name);
}

function closure(name: string): ReadonlySet<string> {
  if (name === 'Everything') return new Set(allPermissions);
  const all = new Set([name]);
  for (const part of all) for (const inner of included[part] ?? []) all.add(inner);
  return all;
}

const closures: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  allPermissions.map((name) => [name, closure(name)]),
);

/** Whether an entry for `granted` also decides about `wanted`. */
export function includesPermission(granted: string, wanted: string): boolean {
  return granted === wanted || (closures.get(granted)?.has(wanted) ?? false);
}
