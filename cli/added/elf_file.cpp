#include "cli/added/elf_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>

#include <elf.h>

namespace jackdaw::cli {

namespace {

template <class Header>
bool read(std::ifstream& file, Header& header) {
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&header), sizeof header));
}

bool is_of_this_machine(const Elf64_Ehdr& header) {
  constexpr unsigned char order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == order && header.e_phentsize == sizeof(Elf64_Phdr);
}

}  // namespace

std::string missing_end(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return "";
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (unknown || !read(file, header) || !is_of_this_machine(header)) return "";
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  std::uintmax_t end = 0;
  Elf64_Phdr segment{};
  for (unsigned i = 0; i < header.e_phnum && read(file, segment); ++i) {
    if (segment.p_type != PT_LOAD) continue;
    const bool is_beyond_all = segment.p_filesz > UINTMAX_MAX - segment.p_offset;
    end = std::max(end, is_beyond_all ? UINTMAX_MAX : segment.p_offset + segment.p_filesz);
  }
  if (end <= size) return "";
  return "it has " + std::to_string(size) + " bytes of " + std::to_string(end);
}

}  // namespace jackdaw::cli
