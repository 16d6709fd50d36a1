// The notes of a release as they were written, each with its commit; without the lines that only say that packages of this
// repository, which all carry one version, depend on each other.
const { default: written } = require('@changesets/cli/changelog');

module.exports = { getReleaseLine: written.getReleaseLine, getDependencyReleaseLine: async () => '' };
