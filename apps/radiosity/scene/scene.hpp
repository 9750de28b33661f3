// What is lit and looked at: patches with materials, a camera.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/radiosity/geometry/facet.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

/// No surface reflects more than this part of any colour. Input above it is lowered and counted
/// (scene::clamped_materials): with reflectance 1 everywhere the light would never be absorbed and no
/// iteration ends.
inline constexpr double greatest_reflectance = 0.85;

struct material {
  std::string name;
  vec3 reflectance{0.7, 0.7, 0.7};  ///< part of the incident light, per channel, 0 .. greatest_reflectance
  vec3 emission;                    ///< own radiosity in W/m², per channel

  [[nodiscard]] bool is_light() const { return sum(emission) > 0; }
};

struct patch {
  facet shape;
  std::uint32_t material = 0;  ///< index into scene::materials
  std::uint32_t surface = 0;   ///< patches of one flat, connected, equally coloured surface share a number
  bool is_back = false;        ///< the back of another one, see add_black_backs; pictures do not show it
  bool is_lit = true;          ///< some light reaches its front
};

/// A pinhole camera.
struct camera {
  vec3 eye, target;
  vec3 up{0, 1, 0};
  double field_of_view = 45;  ///< vertical, degrees
  double aspect = 1.6;        ///< width of the picture by its height, unless options say otherwise
};

struct scene {
  std::string name;
  std::vector<material> materials;
  std::vector<patch> patches;
  camera view;
  std::uint32_t surfaces = 0;
  std::uint32_t clamped_materials = 0;  ///< reflectances lowered to greatest_reflectance
  std::uint32_t degenerate_faces = 0;   ///< input faces without area, left out
  std::uint32_t hidden_faces = 0;       ///< wholly covered by others in their plane, left out
  std::uint32_t black_backs = 0;        ///< patches at the end that are backs of others
  vec3 low, high;                       ///< bounding box
  vec3 origin;                          ///< of all coordinates here, in the coordinates of the input

  [[nodiscard]] double diagonal() const { return length(high - low); }
  [[nodiscard]] double area() const;
  /// Of all lights.
  [[nodiscard]] double lit_area() const;
  /// Power of all lights in W, channels added.
  [[nodiscard]] double emitted_power() const;
  /// The colour of the lights' power: what the eye takes for white. Largest channel 1.
  [[nodiscard]] vec3 light_colour() const;
  [[nodiscard]] const material& material_of(const patch& p) const { return materials[p.material]; }
  /// Its centre in the coordinates of the input, for messages.
  [[nodiscard]] std::string place_of(const patch& p) const;
};

/// Last step of making a scene: clamps reflectances, finds the bounding box and the surfaces. Throws input_error when
/// nothing emits light, when there is no patch, or where lights and other patches cut through each other or a light
/// covers a part of another one. `where` names the input in the message.
void complete(scene& s, const std::string& where);

}  // namespace jackdaw::apps::radiosity
