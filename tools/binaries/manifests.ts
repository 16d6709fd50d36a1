import { repositoryAddress } from '../../conformance/packages/source-address.ts';
import { type Platform, platforms, programVersion } from './build.ts';

/** What users read in lists of plugins. */
const short = 'Say who manages which field of an object';
const long = `Prints objects with the owners of each line, by their managedFields; says what an apply of
kubectl, Helm, Argo CD or Flux would change and conflict with, what an error text means, and what
is wrong with many objects. Computed on your machine: nothing is written to a cluster.`;

/** The archive of a platform: the executable, called as krew and Homebrew install it, and the licence. */
export function archiveOf(platform: Platform): string {
  return `managed-fields-${platform}.tar.gz`;
}

/** Where a release has an archive. */
export function addressOf(platform: Platform): string {
  return `${repositoryAddress(process.env)}/releases/download/v${programVersion()}/${archiveOf(platform)}`;
}

/** The checksums of the archives, by their platforms. */
export type Checksums = Readonly<Partial<Record<Platform, string>>>;

/** The manifest by which krew installs the plugin: `kubectl krew install --manifest=managed-fields.yaml`. */
export function krewManifest(checksums: Checksums): string {
  const rows = platforms.flatMap((platform) => {
    const checksum = checksums[platform];
    const [os = '', arch = ''] = platform.split('-');
    if (checksum === undefined) return [];
    const bin = os === 'windows' ? 'managed-fields.exe' : 'managed-fields';
    return [
      `  - selector:
      matchLabels:
        os: ${os}
        arch: ${arch}
    uri: ${addressOf(platform)}
    sha256: ${checksum}
    files:
    - {from: ${bin}, to: .}
    - {from: LICENSE, to: .}
    bin: ${bin}
`,
    ];
  });
  return `apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: managed-fields
spec:
  version: v${programVersion()}
  homepage: ${repositoryAddress(process.env)}
  shortDescription: ${short}
  description: |
${long.replace(/^/gm, '    ')}
  platforms:
${rows.join('')}`;
}

/** The formula by which Homebrew installs the program, on macOS and Linux. */
export function homebrewFormula(checksums: Checksums): string {
  const source = (platform: Platform, condition: string) =>
    checksums[platform] === undefined
      ? ''
      : `    ${condition} do
      url "${addressOf(platform)}"
      sha256 "${checksums[platform]}"
    end
`;
  return `class ManagedFields < Formula
  desc "${short}"
  homepage "${repositoryAddress(process.env)}"
  version "${programVersion()}"
  license "Apache-2.0"

  on_macos do
${source('darwin-arm64', 'on_arm')}${source('darwin-amd64', 'on_intel')}  end

  on_linux do
${source('linux-arm64', 'on_arm')}${source('linux-amd64', 'on_intel')}  end

  def install
    bin.install "managed-fields"
    bin.install_symlink "managed-fields" => "kubectl-managed_fields"
    generate_completions_from_executable(bin/"managed-fields", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/managed-fields --version")
  end
end
`;
}
