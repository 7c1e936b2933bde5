import type { Component } from '#content/model/resource.ts'

/** True if a property of a component, with all pending edits applied, has a file: a stored one or one that is being saved. */
export const hasFile = (resource: Component, name: string) =>
  Boolean(resource[name] ?? resource._metadata.mediaObjects?.[name])
